import { Avatar } from '@mantine/core';
import type { ShellPerson } from './navigation-entry.ts';

/** Their picture, or the first letter of their e-mail. */
export function PersonAvatar({ person, size = 'md' }: { person: ShellPerson; size?: 'md' | 'lg' | 'xl' }) {
  return (
    <Avatar src={person.image} alt="" aria-hidden size={size} radius="xl" color="brand" variant="filled">
      {person.email.charAt(0).toUpperCase()}
    </Avatar>
  );
}
