/** How long a person pauses when a word of a search is typed, in milliseconds. */
export const searchPauseMs = 300;

/** The same for a field of a form, such as a date or an address. */
export const formPauseMs = 400;
