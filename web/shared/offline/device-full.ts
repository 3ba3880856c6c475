/** Thrown when the device stores nothing or has no room. The caller reports it, and keeps its data in memory. */
export class DeviceFull extends Error {}
