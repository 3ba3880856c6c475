/** Limits of a site's settings for its fines (document 4 §3), as the database checks them too. */

/** Least and most values of the settings that are numbers: days, minutes, hours, months, photos, kronor. */
export const SETTING_RANGES = {
  due_days: [1, 365],
  grace_minutes: [0, 1440],
  observation_minutes: [0, 1440],
  min_photos: [0, 8],
  max_amount: [1, 50_000],
  small_balance: [0, 50_000],
  /** Lowest and highest fee that the law allows: lag (1981:739) §§2, 4. */
  reminder_fee: [0, 60],
  reminder_wait_days: [0, 365],
  max_parking_hours: [1, 8760],
  /**
   * Shortest and longest times for which rows are kept. The shortest time protects a site: with a shorter one a slip, or a stranger, could
   * empty the site.
   */
  keep_checks_days: [7, 3650],
  keep_parkings_days: [30, 3650],
  keep_cases_months: [6, 240],
} as const;

/** Longest texts, in characters. */
export const SETTING_LENGTHS = {
  issuer_name: 200,
  org_number: 20,
  principal: 200,
  legal_line: 300,
  contact_email: 320,
  contact_phone: 50,
  privacy_url: 500,
  reminder_text: 500,
} as const;

/** Longest texts of the company (public.company). */
export const COMPANY_LENGTHS = { issuer_name: 200, org_number: 20, postal_address: 500 } as const;

export const PAYMENT_KINDS = ["bankgiro", "plusgiro", "swish", "account"] as const;
/** Most ways to pay, and their longest texts. */
export const PAYMENT_METHODS_MAX = { methods: 10, value: 50, text: 100 } as const;

/** Rates of VAT that a notice may name. */
export const VAT_PERCENT = 25;

/** A violation's longest texts in characters, and its amounts in kronor. */
export const VIOLATION_MAX = { code: 20, text: 300, amount: 50_000 } as const;
