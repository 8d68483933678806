/** An unknown address is a route of its own, so that the root loader brings the words of its page. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export const action = loader;

/** Never rendered: the loader always throws. A route without a component would answer as a resource. */
export default function NotFound() {
  return null;
}
