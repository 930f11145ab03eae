import type { Topic } from '#shared/topics.ts';

/** How many topics a student likes at most, besides those of their goals: the feed would teach nothing else. */
const mostLiked = 3;

/** From this many likes and saves more than "not interested", a topic is liked; and the other way round. */
const countsFrom = 2;

/** Topics that serve a goal of the profile, until the student's own reactions say otherwise. */
const topicsOfGoals: Readonly<Record<string, Topic>> = {
  conversation: 'conversation',
  certification: 'exams',
  travel: 'travel',
  work: 'work',
};

/** A like or a save counts 1 for each topic of its video and for its channel, and "not interested" -1. */
export type Scores<Key extends string = string> = readonly { readonly key: Key; readonly score: number }[];

/**
 * The topics that a student likes, the most liked first, and those that they are tired of. One "not interested" says
 * little about a topic, so it takes two more than there are likes.
 */
export function tasteIn(
  goals: readonly string[],
  topicScores: Scores<Topic>,
): { liked: Topic[]; tired: Topic[] } {
  const byScore = topicScores.toSorted((a, b) => b.score - a.score || a.key.localeCompare(b.key));
  const tired = byScore.filter(({ score }) => score <= -countsFrom).map(({ key }) => key);
  const liked = byScore.filter(({ score }) => score >= countsFrom).slice(0, mostLiked);
  const served = goals.map((goal) => topicsOfGoals[goal]).filter((topic) => topic !== undefined);
  return {
    liked: [...new Set([...liked.map(({ key }) => key), ...served])].filter(
      (topic) => !tired.includes(topic),
    ),
    tired,
  };
}

/** How many channels a student is tired of at most: the cursor of the feed carries them. */
export const mostTiredChannels = 3;

/** The channels that a student is tired of, the most disliked first. */
export function tiredChannelsIn(scores: Scores): string[] {
  return scores
    .filter(({ score }) => score <= -countsFrom)
    .toSorted((a, b) => a.score - b.score || a.key.localeCompare(b.key))
    .slice(0, mostTiredChannels)
    .map(({ key }) => key);
}
