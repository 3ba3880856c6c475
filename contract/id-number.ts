/** Ten or twelve digits, as people and registers write the number of a Swedish person or company. */
const ID_NUMBER = /^(?:\d{2})?\d{6}[ +-]?\d{4}$/;

/** Whether a text is a person's or a company's number by its form. */
export const isIdNumber = (text: string): boolean => ID_NUMBER.test(text);
