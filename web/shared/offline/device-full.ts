/** The device keeps nothing, or has no room: the caller says so, and keeps what it has. */
export class DeviceFull extends Error {}
