/** Unknown addresses have a route of their own, so that the root loader provides the texts of their page. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export const action = loader;

/** Never rendered: the loader always throws. A route without a component would answer as a resource. */
export default function NotFound() {
  return null;
}
