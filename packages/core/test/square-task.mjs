/** A task of the tests, in plain JavaScript since a worker thread loads it as it is. */
export default async function square(input, { progress, signal }) {
  signal.throwIfAborted();
  progress({ seen: input.number });
  if (input.fail === 'ours') {
    const error = new Error('seven is odd.');
    Object.assign(error, { code: 'odd', exitCode: 3, remedy: 'Take six.', place: { file: 'f' } });
    Object.defineProperty(error, Symbol.for('rl-insight.error'), { value: true });
    throw error;
  }
  if (input.fail === 'fault') throw new TypeError('a fault');
  if (input.wait) await new Promise((resolve) => setTimeout(resolve, input.wait));
  const buffer = Float64Array.of(input.number ** 2).buffer;
  return { value: { buffer }, transfer: [buffer] };
}
