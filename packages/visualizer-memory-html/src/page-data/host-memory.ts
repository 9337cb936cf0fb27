/** Whether a device type is that of host memory, which is no part of any device's. */
export function isHostMemory(deviceType: string): boolean {
  return /^cpu(?![a-z])/i.test(deviceType);
}
