export { dayInWords, monthInWords, monthsInWords, weekdayInWords } from '#shared/time/calendar-words.ts';
