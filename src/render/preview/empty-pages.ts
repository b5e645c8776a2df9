const emptyContent = '<div style="height:1px"></div>';

/** Pages without content whose rooms have these heights. */
export function emptyPages(rooms: readonly number[]): string {
  if (rooms.length === 0) return '';
  const nameOf = (room: number): string => `colophon-empty${Math.round(room * 64)}`;
  const rules = [...new Set(rooms)].map((room) => `@page ${nameOf(room)}{size:100px ${room}px;margin:0}`);
  const pages = rooms.map(
    (room) =>
      `<section class="colophon-sheet" style="page:${nameOf(room)};break-before:page">${emptyContent}</section>`,
  );
  return `<style>${rules.join('')}</style>${pages.join('')}`;
}
