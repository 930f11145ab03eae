/** The longest prompt card: a topic and some questions, as much as is read aloud in a meeting. */
export const longestPromptCard = 600;

/** What a club talks about, as its host typed it: the first line is the topic, each other line a question. */
export type PromptCard = { topic: string; questions: string[] };

/** Bullets and numbers that people begin the lines of a list with. */
const bullet = /^(?:[-–—•*·]|\d{1,2}[.)])\s+/;

/** Takes a card apart. A line may begin with a bullet or a number, which is left out. */
export function readPromptCard(text: string): PromptCard {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(bullet, ''))
    .filter((line) => line !== '');
  const [topic = '', ...questions] = lines;
  return { topic, questions };
}

/** The topic alone, in a line that a notice has room for. */
export function topicOf(text: string): string {
  const { topic } = readPromptCard(text);
  return topic.length <= 160 ? topic : `${topic.slice(0, 159)}…`;
}
