/**
 * The mark of the house: an R in one stroke of the pen. Drawn in a box of 32 by 32, so that it is clear at 16 px and
 * has nothing to hide at 200; the one place that has its shape, for the pages made here and by the server.
 */
export const MARK_STROKE =
  'M6.4 22.6C9.8 25.8 12.2 21.4 13.2 15.4C13.7 12.3 13.9 9.6 14 7.6C19.8 5.4 24.4 7.6 23.8 11.2C23.2 14.6 18.2 16.6 13 16.6C17.2 16.6 17 25 21 25C23.4 25 25.2 23.2 26.2 21';

/** Corners of the tile behind it. */
export const MARK_RADIUS = 8;

/** Width of its stroke. */
export const MARK_WIDTH = 3;
