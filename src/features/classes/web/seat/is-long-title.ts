const longest = 32;

/** Whether the title of a card takes a row of its own, under the time and the price (`card-head.module.css`). */
export const isLongTitle = (title: string) => title.length > longest;
