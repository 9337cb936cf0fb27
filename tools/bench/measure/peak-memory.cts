import fs = require('node:fs');
import threads = require('node:worker_threads');

/**
 * Loaded into each measured Node process: leaves the most memory it had, in bytes, in the file that
 * the environment names. CommonJS, since `--import` would start the loader of modules in processes
 * that may not need it: 25 ms against 8.
 */
const file = process.env.RL_INSIGHT_BENCH_PEAK;

/**
 * Linux hands `maxRSS` on to the program that a process turns into, so a child would report what
 * this bench had when it was forked. The high-water mark is that of the program alone.
 */
function peakBytes(): number {
  try {
    const match = /^VmHWM:\s*(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'latin1'));
    if (match !== null) return Number(match[1]) * 1024;
  } catch {
    // There is no /proc outside Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

if (file !== undefined && threads.isMainThread) {
  process.on('exit', () => fs.writeFileSync(file, String(peakBytes())));
}
