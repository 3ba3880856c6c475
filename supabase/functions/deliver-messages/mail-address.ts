// A copy of contract/mail-address.ts, which lies outside of what the Supabase CLI takes; tests/backend/products/message-delivery.test.ts keeps them alike.
// Form of an address that mail may be sent to.

/** An address and nothing else, as the database asks too (private.is_mail_address). */
const ADDRESS = /^[^\s@<>(),:;"\\[\]]+@[^\s@<>(),:;"\\[\]]+\.[^\s@<>(),:;"\\[\]]+$/;

/** Whether a text is a single mail address. */
export const isMailAddress = (text: string): boolean => text.length <= 320 && ADDRESS.test(text);
