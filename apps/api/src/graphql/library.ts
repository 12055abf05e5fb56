// graphql-js ships as ES modules and as CommonJS, and each build rejects objects of the other. Yoga uses CommonJS, so all
// our code imports that build through this file.
export * from 'graphql/index.js'
