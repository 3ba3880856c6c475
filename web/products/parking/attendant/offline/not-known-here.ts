/** The phone was not told all that runs now: whether this car may stand here is not known, and nobody says that it may not. */
export class NotKnownHere extends Error {}
