/** How many days of the calendar are read for classes. */
export const daysToImport = 60;
