import { Card, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './profile.module.css';

/** One part of the profile: its name, what can be done with it, and what it holds. */
export function CardSection({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
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
