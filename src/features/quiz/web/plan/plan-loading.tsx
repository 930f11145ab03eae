import { Skeleton, Stack } from '@mantine/core';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import classes from '../quiz.module.css';

/** A question in its shape while what it starts from is read. */
export function PlanLoading() {
  return (
    <Loading className={classes.page}>
      <div className={classes.step}>
        <div className={classes.head}>
          <Skeleton h="0.75rem" mt="lg" radius="xl" />
          <div className={classes.ask}>
            <InkDrop mood="happy" size="sm" />
            <div className={classes.bubble}>
              <Skeleton h="1.5rem" mb="sm" />
              <Skeleton h="1.5rem" w="60%" mb="sm" />
              <Skeleton h="1rem" w="80%" />
            </div>
          </div>
        </div>
        <Stack gap="sm">
          {['first', 'second', 'third', 'fourth', 'fifth'].map((answer) => (
            <Skeleton key={answer} h="4rem" radius="lg" />
          ))}
        </Stack>
      </div>
    </Loading>
  );
}
