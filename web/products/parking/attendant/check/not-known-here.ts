/** The phone's data about running parkings is incomplete, so it cannot say whether this car may stand here. */
export class NotKnownHere extends Error {}
