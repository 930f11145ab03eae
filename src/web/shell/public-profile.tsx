import type { ShellPerson } from './navigation-entry.ts';
import { ProfileMenu } from './profile-menu.tsx';

/** The profile menu of the public bar, a file of its own: visitors, who are most there, never fetch it. */
export function PublicProfile(props: { person: ShellPerson; admin: boolean; onSignOut: () => void }) {
  return <ProfileMenu {...props} />;
}
