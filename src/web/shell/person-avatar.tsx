import { Avatar, type MantineColor } from '@mantine/core';
import type { ShellPerson } from './navigation-entry.ts';

/** A person's picture, or the first letter of their name. */
export function PersonAvatar({
  person,
  size = 'md',
  color = 'brand',
}: {
  person: Pick<ShellPerson, 'name' | 'image'>;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  color?: MantineColor;
}) {
  return (
    <Avatar src={person.image} alt="" aria-hidden size={size} radius="xl" color={color} variant="filled">
      {Array.from(person.name.trim())[0]?.toUpperCase()}
    </Avatar>
  );
}
