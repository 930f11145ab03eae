/**
 * The name of a backup's file: `sumi-club.example-2026-11-22T15-44-40Z.tar.gz`. It holds the host of the community,
 * because several may share a bucket or a folder. Names of one host sort by their instant.
 */
export function nameBackup(
  at: Date,
  { host, sealed, scheduled = false }: { host: string; sealed: boolean; scheduled?: boolean },
) {
  const instant = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `sumi-${host}-${instant}${scheduled ? '-scheduled' : ''}.tar.gz${sealed ? '.age' : ''}`;
}

const nameOfBackup =
  /^sumi-(?<host>[\w.-]+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?<scheduled>-scheduled)?\.tar\.gz(\.age)?$/;

/** Whether a file is a backup that the schedule of this host made, and may remove. */
export function isScheduledBackup(name: string, host: string): boolean {
  const parts = nameOfBackup.exec(name)?.groups;
  return parts?.host === host && parts.scheduled !== undefined;
}

/** Whose backup a file is, made by the schedule or by hand; null where its name is not that of a backup. */
export function hostOfBackup(name: string): string | null {
  return nameOfBackup.exec(name)?.groups?.host ?? null;
}
