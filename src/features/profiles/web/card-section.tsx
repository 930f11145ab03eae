import { Card, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './profile.module.css';

export type ProfilePart =
  | 'info'
  | 'learning'
  | 'streak'
  | 'handles'
  | 'notices'
  | 'security'
  | 'sessions'
  | 'data';

/** One part of the profile: its name, what can be done with it, and what it holds. */
export function CardSection({
  title,
  part,
  action,
  children,
}: {
  title: string;
  /** Its name in the page's address, `#security`, for the links at the head of the page. */
  part: ProfilePart;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" id={part} tabIndex={-1} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </Card>
  );
}
