/** Limits and constants that browser, database and tests share (specification: document 1 §5 and §9, document 2 §5 and §9). */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long a browser session lasts, in milliseconds (document 1 §9). */
export const SESSION_LIFETIME_MS = 8 * HOUR;

/** Characters of a user ID of attendants, admins and chauffeurs (document 1 §9, document 2 §9). */
export const USER_ID_LENGTH = { min: 3, max: 50 } as const;
/** Characters of a password (document 1 §9). */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;
/** Longest Discord name, in characters (document 1 §9). */
export const DISCORD_NAME_MAX = 100;

/** Longest texts of a parking, in characters, as the table checks them; the Discord name has its own limit above. */
export const PARKING_MAX = { carModel: 200, carColor: 100, street: 200, plate: 50 } as const;
/** Default length of a parking, in milliseconds (document 1 §9). */
export const DEFAULT_PARKING_MS = 2 * HOUR;
/** Pause before a visitor is taken home after registering a parking, in milliseconds (document 1 §9). */
export const REDIRECT_AFTER_PARKING_MS = 2000;
/** Pause before a redirect after a login, in milliseconds (document 1 §9). */
export const REDIRECT_AFTER_LOGIN_MS = 100;

/** Searches longer than this many characters are written to the activity log (document 1 §5). */
export const LOGGED_SEARCH_MIN_LENGTH = 3;

/** Fine: amounts in kronor, due date in days, issuer (document 1 §9). */
export const FINE = {
  defaultAmount: 700,
  minAmount: 1,
  maxAmount: 50_000,
  dueDays: 14,
  caseNumberDigits: 8,
  defaultIssuer: "5734",
} as const;

/** Shift registration (document 1 §9). */
export const SHIFT = {
  minImages: 2,
  maxImages: 50,
  minRating: 1,
  maxRating: 10,
  defaultRating: 5,
  reminderEveryMs: 10 * MINUTE,
  reminderLastsMs: 5000,
  shortDescription: 100,
  /** Longest description in characters, as the table checks it. */
  maxDescription: 10_000,
  /** Longest note of a review in characters, as the table checks it. */
  maxNote: 2000,
  /** Longest side of a photo that is sent, in pixels: the browser makes larger photos smaller. */
  photoEdge: 1600,
} as const;

/** Newest rows of the web activity that screens show and keep (document 1 §9, document 2 §9). */
export const ACTIVITY_LOG_LIMIT = 100;
/** Newest rows of the deletion log that the dispatch administrator sees (document 2 §9). */
export const DELETION_LOG_LIMIT = 50;

/** Refetch intervals in milliseconds (document 1 §9). */
export const REFETCH_MS = { contactMessages: 30_000, profiles: 60_000, userPasswords: 30_000 } as const;

/** Longest name, path and description of a site, in characters, as the table checks them. */
export const SITE_LENGTH = { name: 200, path: 100, description: 2000 } as const;

/** Signature pad: height and stroke in CSS pixels (document 1 §9). */
export const SIGNATURE = { height: 150, stroke: 2 } as const;
/** Most characters of a contact message's fields; the signature is a PNG as a data URL. The database checks the same. */
export const CONTACT_MESSAGE_MAX = {
  name: 200,
  subject: 300,
  email: 320,
  message: 10_000,
  signature: 1_000_000,
} as const;
/** Particles of the landing page's background (document 1 §9). */
export const PARTICLE_COUNT = 120;

/** Taxi: slots and the fixed vehicle model (document 2 §9). */
export const TAXI = { slots: 6, vehicleModel: "Volvo V90" } as const;

/** Longest texts of a unit, in characters, as the table checks them. */
export const UNIT_MAX = {
  unitNumber: 50,
  location: 200,
  status: 50,
  occupation: 200,
  vehicleType: 200,
  crew: 200,
} as const;

/** Longest texts and lists of a property, and largest numbers, as the table checks them (amounts in kronor). */
export const PROPERTY_MAX = {
  title: 200,
  sellerName: 200,
  shortDescription: 500,
  description: 10_000,
  amount: 1_000_000_000_000,
  squareFeet: 100_000_000,
  rooms: 1000,
  address: 300,
  city: 200,
  state: 200,
  zipCode: 20,
  propertyType: 100,
  features: 100,
  feature: 200,
  images: 50,
  imageUrl: 2000,
} as const;
/** Property type of a new listing (document 2 §9). */
export const DEFAULT_PROPERTY_TYPE = "house";
/** Longest name of a bidder in characters, and largest bid in kronor, as the table checks them. */
export const BID_MAX = {
  bidderName: 200,
  amount: 1_000_000_000_000,
  conditions: 1000,
  email: 320,
  phone: 50,
  reason: 1000,
} as const;
/** Longest note of a viewing, in characters, as the table checks it. */
export const VIEWING_MAX = { note: 2000 } as const;
/** Name of a bidder who gives none (document 2 §5). */
export const ANONYMOUS_BIDDER = "Anonymous";

/** Longest ID and name of an ambulance employee, in characters, as the table checks them. */
export const ASE_EMPLOYEE_MAX = { id: 50, name: 200 } as const;
