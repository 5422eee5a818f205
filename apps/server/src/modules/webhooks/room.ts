/** Room for so many at once, of which one key may take a few. */
export interface Rooms {
  /** @returns how to give it back; null where there is none */
  take(key: string): (() => void) | null;
}

export function createRooms(all: number, perKey: number): Rooms {
  const taken = new Map<string, number>();
  let free = all;
  return {
    take(key) {
      const mine = taken.get(key) ?? 0;
      if (free === 0 || mine === perKey) return null;
      free -= 1;
      taken.set(key, mine + 1);
      return () => {
        free += 1;
        const left = (taken.get(key) ?? 0) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
