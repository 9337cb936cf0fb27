/** `file.py(12): name` of `/long/path/file.py(12): name`; other texts as they are. */
export function shortFrame(frame: string): string {
  return frame.replace(/^.*[/\\](?=[^/\\]*\(\d+\): )/, '');
}
