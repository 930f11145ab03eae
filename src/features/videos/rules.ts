/** From how many seconds a view counts, whatever the video's length. */
const countsFrom = 3;

/** The most learning time that one video gives a person in a day, in seconds. */
export const mostSecondsADay = 600;

/** How many seconds must be watched for a view to count: 3, or half of a video shorter than 6. */
export function secondsToCount(videoSeconds: number | null): number {
  return videoSeconds === null ? countsFrom : Math.min(countsFrom, videoSeconds / 2);
}

/**
 * The learning time that watching gives, in whole seconds. Seeing a clip again on the same day teaches little,
 * and what a browser claims to have watched is not taken beyond the video's own length.
 */
export function secondsToCredit(watchedSeconds: number, videoSeconds: number | null): number {
  return Math.floor(Math.min(watchedSeconds, videoSeconds ?? mostSecondsADay, mostSecondsADay));
}
