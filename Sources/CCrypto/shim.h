#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/crypto.h>
#include <openssl/core_names.h>
#include <openssl/params.h>

// Swift cannot build an OSSL_PARAM array from the library's macros.
static inline int tributary_hmac_sha256_init(EVP_MAC_CTX *context, const unsigned char *key,
                                             size_t length) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_init(context, key, length, parameters);
}
