/** The texts of the kinds of due work; a page of its own tells of the calendar. */
export const stuckWorkNames = {
  'send-mail': 'stuck.mail',
  'mail-notice': 'stuck.mail',
  'mail-digest': 'stuck.mail',
  'settle-payment': 'stuck.payments',
  'refund-payment': 'stuck.refunds',
  'change-subscription': 'stuck.subscriptions',
  'read-subscription': 'stuck.subscriptions',
  'sync-channel': 'stuck.channels',
  'push-notice': 'stuck.push',
  'remind-of-class': 'stuck.reminders',
  'close-roll': 'stuck.rolls',
  'keep-streak': 'stuck.streaks',
  'offer-seats': 'stuck.offers',
  'back-up': 'stuck.backups',
  'copy-backup': 'stuck.backupCopies',
  'wal-archive': 'stuck.archive',
} as const;
