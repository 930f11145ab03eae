import type { ScheduledBackups } from '../backup/schedule-backups.ts';
import { checkDisk } from '../files/check-disk.ts';
import type { Files } from '../files/files.ts';
import { removeFiles } from '../files/remove-files.ts';
import type { Mail } from '../mail/mail.ts';
import { forgetLetters } from '../mail/mail-in-folder.ts';
import { sendMail, type WriteLetter } from '../mail/send-mail.ts';
import { sendSms, type WriteSms } from '../sms/send-sms.ts';
import type { Sms } from '../sms/sms.ts';
import { checkStandby } from '../standby/check-standby.ts';
import { checkArchive } from '../wal-archive/check-archive.ts';
import { forgetDoneWork } from './forget-done-work.ts';
import type { Jobs } from './start-jobs.ts';

export type ServerJobsParts = {
  dataDir: string;
  mail: Mail;
  /** The folder of letters where no mail server is set. */
  letters: string;
  /** Null where no text messages are sent. */
  sms: Sms | null;
  /** Text messages a day, of the whole community. */
  smsADay: number;
  /** Who writes letters and text messages, by feature. */
  letterWriters: Record<string, WriteLetter>;
  smsWriters: Record<string, WriteSms>;
  files: Files;
  backups: ScheduledBackups;
  /** The folder of the archive; null where there is none. */
  archive: string | null;
  hasStandby: boolean;
};

/** What the server does by itself, whatever its features are. */
export function serverJobs(parts: ServerJobsParts): Jobs {
  const { dataDir, mail, letters, sms, smsADay, letterWriters, smsWriters, files } = parts;
  const { backups, archive, hasStandby } = parts;
  return {
    chores: [
      forgetDoneWork,
      forgetLetters(letters),
      checkDisk(dataDir),
      ...backups.chores,
      ...(archive === null ? [] : [checkArchive(archive)]),
      // Every server of the database knows the same chores, also one that runs no database itself.
      ...(hasStandby ? [checkStandby] : []),
    ],
    handlers: [
      sendMail(mail, letterWriters),
      sendSms(sms, { aDay: smsADay, writers: smsWriters }),
      removeFiles(files),
      ...backups.handlers,
    ],
  };
}
