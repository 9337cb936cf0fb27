import { EXIT, isRlInsightError, reportError } from '@rl-insight/core/errors';
import { runCli } from './cli.js';
import { ConsoleReporter } from './terminal/console-reporter.js';

const args = process.argv.slice(2);
const controller = new AbortController();

// The first signal lets the run end in order, the second does not wait.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new Error(`stopped by ${signal}`));
  });
}

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

try {
  process.exitCode = await runCli(args, process, controller.signal);
} catch (error) {
  const terminal = new ConsoleReporter(process, {
    quiet: args.includes('--quiet') || args.includes('-q'),
    json: args.includes('--json'),
    debug: args.includes('--debug'),
    env: process.env,
  });
  if (controller.signal.aborted) {
    terminal.interrupted();
    process.exitCode = EXIT.interrupted;
  } else if (isRlInsightError(error)) {
    terminal.error(error);
    process.exitCode = error.exitCode;
  } else {
    terminal.fault(error);
    process.exitCode = EXIT.fault;
  }
  if (args.includes('--json')) {
    const described = isRlInsightError(error)
      ? reportError(error)
      : { code: controller.signal.aborted ? 'interrupted' : 'fault', message: String(error) };
    process.stdout.write(
      `${JSON.stringify({ exit_code: process.exitCode, error: described }, null, 2)}\n`,
    );
  }
}
