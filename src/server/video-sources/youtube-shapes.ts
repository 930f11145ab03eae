/** The form of the id of a YouTube video. */
export const videoIdShape = /^[\w-]{11}$/;
