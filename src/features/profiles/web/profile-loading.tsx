import { Card, type MantineSize, Skeleton } from '@mantine/core';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import classes from './profile.module.css';

/** The heights of the first cards on a phone and in a wide window, as measured in Spanish. */
const cards: Partial<Record<MantineSize | 'base', string>>[] = [
  { base: '26.25rem', sm: '19.375rem' },
  { base: '16.375rem', sm: '10.75rem' },
  { base: '38rem', sm: '25.5rem' },
];

/** The profile in its shape while it is read: its tabs, which a kid has none of, the links to its parts, its cards. */
export function ProfileLoading() {
  const { account } = useAccount();
  return (
    <Loading gap={0}>
      {account?.ageGroup === 'adult' && <Skeleton h="2.75rem" w="16rem" maw="100%" mb="lg" radius="xl" />}
      <div className={classes.withJumps}>
        <div className={classes.jumps}>
          <Skeleton h={{ base: '2.75rem', lg: '23.75rem' }} radius="lg" />
        </div>
        <div className={classes.cards}>
          <Card h={{ base: '14rem', sm: '12.75rem' }} className={classes.person}>
            <Skeleton h="6rem" w="6rem" radius="xl" />
            <div className={classes.personText}>
              <Skeleton h="1.5rem" w="10rem" maw="100%" />
              <Skeleton h="1.25rem" w="6rem" maw="100%" />
              <Skeleton h="1rem" w="8rem" maw="100%" />
            </div>
          </Card>
          {cards.map((height) => (
            <Card key={height.base} h={height}>
              <div className={classes.cardHead}>
                <Skeleton h="1.5rem" w="60%" />
              </div>
              {['80%', '65%', '90%'].map((width) => (
                <Skeleton key={width} flex="none" h="1rem" w={width} mb="md" />
              ))}
            </Card>
          ))}
        </div>
      </div>
    </Loading>
  );
}
