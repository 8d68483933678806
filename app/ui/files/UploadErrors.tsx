/** Why pictures were not uploaded, each by its name; read out as they come. */
export function UploadErrors({ errors }: { errors: readonly string[] }) {
  return (
    <div role="alert">
      {errors.length > 0 && (
        <ul className="m-2 mb-0 rounded-card bg-bad-soft px-4 py-2 text-sm">
          {errors.map((words, index) => (
            <li key={index} className="break-words">
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
