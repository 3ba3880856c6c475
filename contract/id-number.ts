/** A number of a Swedish person or company: ten or twelve digits, as people and registers write it. */
const ID_NUMBER = /^(?:\d{2})?\d{6}[ +-]?\d{4}$/;

/** Whether a text has the form of a person's or a company's number. */
export const isIdNumber = (text: string): boolean => ID_NUMBER.test(text);
