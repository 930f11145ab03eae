import type { ShellPerson } from './navigation-entry.ts';
import { ProfileMenu } from './profile-menu.tsx';

/** The profile menu of the public bar, in its own file, so that visitors do not load it. */
export function PublicProfile(props: { person: ShellPerson; admin: boolean; onSignOut: () => void }) {
  return <ProfileMenu {...props} />;
}
