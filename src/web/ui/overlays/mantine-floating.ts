// Fetched by menu.tsx, popover.tsx and tooltip.tsx.
export { Menu, Popover, Tooltip } from '@mantine/core';
