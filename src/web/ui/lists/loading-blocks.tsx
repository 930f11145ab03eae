import { Skeleton, type SkeletonProps, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Layout = Pick<StackProps, 'gap' | 'mb'> & { className?: string | undefined };

/** Says that something is loading, around the skeletons that stand for it: in a column, or laid out by a class. */
export function Loading({ gap = 'sm', mb, className, children }: Layout & { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const status = { role: 'status', 'aria-label': t('loading') };
  return className ? (
    <div {...status} className={className}>
      {children}
    </div>
  ) : (
    <Stack {...status} gap={gap} mb={mb}>
      {children}
    </Stack>
  );
}

/** Blocks of these heights, which may differ by width, where something is loading: all of them so many times. */
export function LoadingBlocks({
  heights,
  times = 1,
  ...layout
}: {
  heights: readonly NonNullable<SkeletonProps['h']>[];
  times?: number;
} & Layout) {
  const blocks = Array.from({ length: times }, () => heights).flat();
  return (
    <Loading {...layout}>
      {blocks.map((height, n) => (
        <Skeleton key={n} h={height} radius="lg" />
      ))}
    </Loading>
  );
}
