export { dayInWords, monthInWords, monthsInWords, weekdayInWords } from '#shared/calendar-words.ts';
