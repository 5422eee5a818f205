/** Room for so many at once, of which one key may take a few. */
export interface Room {
  /** @returns whether there was any */
  take(key: string): boolean;
  /** Gives back what was taken. */
  leave(key: string): void;
}

export function createRoom(all: number, perKey: number): Room {
  const taken = new Map<string, number>();
  let free = all;
  return {
    take(key) {
      const mine = taken.get(key) ?? 0;
      if (free === 0 || mine === perKey) return false;
      free -= 1;
      taken.set(key, mine + 1);
      return true;
    },
    leave(key) {
      free += 1;
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}
