// Runs in a worker (web/root.tsx). The first format of `Intl` in a browser's process reads every language that it knows,
// some 40 ms of a desktop's processor and a fifth of a second of a slow phone's; the page's own formats are then made in less than 1 ms.
new Intl.DateTimeFormat();
new Intl.NumberFormat();
close();
