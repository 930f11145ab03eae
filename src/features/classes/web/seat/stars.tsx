import { Rating } from '@mantine/core';

/** The stars that a class was given. Their number is said in words beside them. */
export function Stars({ rating }: { rating: number }) {
  return <Rating value={rating} readOnly color="coins" aria-hidden />;
}
