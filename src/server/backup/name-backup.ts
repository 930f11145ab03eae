/** The name of a backup's file, which sorts by its instant: `sumi-2026-11-22T15-44-40Z.tar.gz`. */
export function nameBackup(
  at: Date,
  { sealed, scheduled = false }: { sealed: boolean; scheduled?: boolean },
) {
  const instant = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `sumi-${instant}${scheduled ? '-scheduled' : ''}.tar.gz${sealed ? '.age' : ''}`;
}

/** Whether a file is a backup that the schedule made, and may remove. */
export function isScheduledBackup(name: string): boolean {
  return /^sumi-[\dTZ-]+-scheduled\.tar\.gz(\.age)?$/.test(name);
}

/** Whether a name is that of a backup, made by the schedule or by hand. */
export function isBackup(name: string): boolean {
  return /^sumi-[\dTZ-]+(-scheduled)?\.tar\.gz(\.age)?$/.test(name);
}
