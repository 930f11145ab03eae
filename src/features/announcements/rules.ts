/** The page on which a person reads what is for them. */
export const announcementsAddress = '/announcements';
