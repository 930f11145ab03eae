// Fetched by menu.tsx, popover.tsx and tooltip.tsx.
export { Menu, Popover } from '@mantine/core';
export { isWarm, OpenedTooltip } from './opened-tooltip.tsx';
