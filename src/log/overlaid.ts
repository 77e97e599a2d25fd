/** A store with some of its methods replaced, whatever it is made of: a literal, or an object of a class. */
import type { Store } from "../contract/store.ts";

export const overlaid = (store: Store, methods: Partial<Store>): Store =>
  new Proxy(store, {
    get: (_, name) => {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Store];
      const value: unknown = Reflect.get(store, name);
      return typeof value === "function" ? (value.bind(store) as unknown) : value;
    },
  });
