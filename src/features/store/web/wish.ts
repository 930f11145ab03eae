import type { StoreItem } from '../contract.ts';

/** What somebody wants to buy, and the key of that one purchase: made when the dialog opens. */
export type Wish = StoreItem & { key: string };

/** A visitor's balance is null; a member's is undefined until it is known. */
export type KnownBalance = number | null | undefined;
