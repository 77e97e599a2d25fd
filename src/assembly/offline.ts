/** Holds a world to this machine: pages elsewhere are refused before anything is sent. */
import { isLoopback } from "./choose-model.ts";
import { CallBlocked, type OpenWorld, type World } from "../contract/world.ts";

/** Redirects are not followed, as they could lead elsewhere. What commands do is not confined by it, and said. */
export const offline =
  (open: OpenWorld): OpenWorld =>
  async (root) =>
    held(await open(root));

const held = (world: World): World => ({
  ...world,
  describe: () => {
    const { confined, ...others } = world.describe();
    return { ...others, confined: [...confined, "Offline: pages elsewhere than on this machine are refused."] };
  },
  fetch: (request) =>
    isLoopback(request.url)
      ? world.fetch({ ...request, maxRedirects: 0 })
      : Promise.reject(new CallBlocked(`offline: ${request.url} is not on this machine`)),
  narrow: (allowance) => held(world.narrow(allowance)),
});
