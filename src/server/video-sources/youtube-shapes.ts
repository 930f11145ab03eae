/** What an id of a YouTube video looks like. */
export const videoIdShape = /^[\w-]{11}$/;
