const pem = (label: string, lines: readonly string[]): string =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')

/**
 * A self-signed certificate for 127.0.0.1 and its key, for a test's own server. It is no secret: no program trusts it.
 */
export const key = pem('PRIVATE KEY', [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBqUT/JqCChfyWWyI',
  'J+EyEJ2h4se3sZeiqaaRl0e8BqWhRANCAATrBFsTBtDpYnZrCjkiOJxeV77ruZGF',
  'XEAGdTmNo71dpSyWB8ZUQsgfcflqxZZmZdQ88G/M0EL6cSju4XawL1ki',
])
export const certificate = pem('CERTIFICATE', [
  'MIIBkDCCATagAwIBAgIUacFozyGc++0U/m9MXaAhg3mnKXUwCgYIKoZIzj0EAwIw',
  'FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTA5MTMzN1oYDzIxMjYxMDI4',
  'MDkxMzM3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO',
  'PQMBBwNCAATrBFsTBtDpYnZrCjkiOJxeV77ruZGFXEAGdTmNo71dpSyWB8ZUQsgf',
  'cflqxZZmZdQ88G/M0EL6cSju4XawL1kio2QwYjAdBgNVHQ4EFgQUzhtIuSyp7XaS',
  'AUs2F4XLTFEZWjMwHwYDVR0jBBgwFoAUzhtIuSyp7XaSAUs2F4XLTFEZWjMwDwYD',
  'VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC',
  'IBZsExkANSrukM4avBUvTQqjDrP0PiDzuRfNSl/LmHOpAiEAwzEEjfVgbd/r4d0q',
  'gsk0v/A9YCvB4v33VHXfaZZRYOM=',
])
